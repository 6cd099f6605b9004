import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BatchResult } from '../../src/batch/batch-result.js';
import { openHtmlReport } from '../../src/batch/report/index.js';
import {
  EVENTS,
  mismatch,
  OPTIONS,
  ok,
  sampleResults,
  summaryOf,
} from '../unit/batch/report/sample-results.js';
import { findChromium, launchChromium, WatchedPage } from './browser.js';

const chromium = findChromium();
if (chromium === null) {
  console.warn('html-report.test.ts is skipped: there is no Chromium here; $CHROMIUM_PATH may name one.');
}

describe.runIf(chromium !== null)('the HTML report in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'codex-structured-browser-test-'));
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '');
    // One for all tests: making one takes longer than most of them.
    watched = new WatchedPage(await browser.newPage());
  });
  afterEach(() => {
    const [complaints, requests] = [watched.complaints.splice(0), watched.requests.splice(0)];
    // The page loads nothing and has nothing to complain of, whatever a test does with it.
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function made(results: readonly BatchResult[], title = OPTIONS.title): string {
    const path = join(folder, 'report.html');
    const report = openHtmlReport(path, { ...OPTIONS, title });
    for (const result of results) report.add(result);
    report.finish(summaryOf(results));
    return pathToFileURL(path).href;
  }

  interface Look {
    readonly width?: number;
    readonly colorScheme?: 'light' | 'dark';
    readonly title?: string;
  }

  async function opened(results: readonly BatchResult[], look: Look = {}) {
    const { page } = watched;
    const { width = 1200, colorScheme = 'light', title } = look;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await watched.open(made(results, title));
    const rows = page.locator('#list button.row');
    const ids = () => page.locator('#list .id').allTextContents();
    return { page, rows, ids, status: page.getByRole('status'), search: page.getByRole('searchbox') };
  }

  it('lists all tasks, failures first', async () => {
    const { ids, status, page } = await opened(sampleResults());
    expect((await ids()).map((id) => id.slice(0, 8))).toEqual([
      'src/lib/',
      'ticket-3',
      '3',
      'ticket-5',
      'ticket-6',
      'ticket-1',
      'ticket-7',
    ]);
    expect(await status.textContent()).toBe('7 tasks');
    expect(await page.title()).toBe('ticket.schema.json');
    expect(await page.getByRole('img', { name: /^Tasks by outcome: ok 2, schema_mismatch 1/ }).count()).toBe(
      1,
    );
  });

  it('filters by outcome, searches, and shows all again', async () => {
    const { page, ids, status, search } = await opened(sampleResults());
    const chip = page.getByRole('button', { name: 'ok 2' });
    await chip.click();
    expect(await chip.getAttribute('aria-pressed')).toBe('true');
    expect(await ids()).toEqual(['ticket-1', 'ticket-7']);
    expect(await status.textContent()).toBe('2 of 7 tasks');
    await page.getByRole('button', { name: 'timeout 1' }).click();
    expect(await ids()).toEqual(['ticket-5', 'ticket-1', 'ticket-7']);
    await search.fill('LOGIN auth');
    await page.waitForFunction(() => document.querySelectorAll('#list > li').length === 1);
    expect(await ids()).toEqual(['ticket-1']);
    await page.getByRole('button', { name: 'show all' }).click();
    expect(await ids()).toHaveLength(7);
    expect(await chip.getAttribute('aria-pressed')).toBe('false');
    expect(await search.inputValue()).toBe('');
  });

  it('sorts by time', async () => {
    const { page, ids } = await opened(sampleResults());
    await page.getByLabel('Sort').selectOption('slowest');
    expect((await ids()).slice(0, 3)).toEqual(['ticket-5', 'ticket-3', expect.stringMatching(/^src/)]);
    expect((await ids()).at(-1)).toBe('3');
    await page.getByLabel('Sort').selectOption('input');
    expect((await ids())[0]).toBe('ticket-1');
  });

  it('opens a task: answer, events, facts; and keeps it open while others are looked for', async () => {
    const { page, rows, search } = await opened(sampleResults());
    const row = rows.filter({ hasText: 'ticket-1' });
    const detail = page.locator('#task-0');
    expect(await detail.isVisible()).toBe(false);
    await row.click();
    expect(await row.getAttribute('aria-expanded')).toBe('true');
    expect(await row.getAttribute('aria-controls')).toBe('task-0');
    expect(await detail.getByLabel('Answer').textContent()).toContain('"big": 9007199254740995');
    expect(await detail.locator('.timeline > li').count()).toBe(8);
    expect(await detail.locator('.event.failed .status').textContent()).toBe('exit 1');
    expect(await detail.locator('dl').textContent()).toContain('0190-thread');
    await search.fill('ticket');
    await page.waitForFunction(() => document.querySelectorAll('#list > li').length === 5);
    expect(await detail.isVisible()).toBe(true);
    await row.click();
    expect(await detail.isVisible()).toBe(false);
  });

  it('opens failures: what does not conform, attempts, the message, stderr', async () => {
    const { page, rows } = await opened(sampleResults());
    await rows.filter({ hasText: 'schema_mismatch' }).click();
    expect(await page.locator('#task-1').textContent()).toMatch(
      /\/name must be a string[\s\S]*\(root\) lacks 'age'[\s\S]*"name": 5[\s\S]*schema_mismatch, 4\.1 s \(repair\)/,
    );
    await rows.filter({ hasText: 'turn_failed' }).click();
    expect(await page.locator('#task-2').textContent()).toMatch(
      /may well succeed[\s\S]*ERROR stream disconnected/,
    );
    await rows.filter({ hasText: 'invalid_json' }).click();
    expect(await page.locator('#task-5').textContent()).toContain('Sure! Here is the JSON you asked for.');
  });

  it('can be used with the keyboard alone', async () => {
    const { page, rows, search, ids } = await opened(sampleResults());
    const focused = () =>
      page.evaluate(() => document.activeElement?.querySelector('.id')?.textContent ?? null);
    await page.keyboard.press('/');
    expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await search.inputValue()).toBe('');
    await page.keyboard.type('a/b');
    expect(await search.inputValue()).toBe('a/b');
    await page.keyboard.press('Escape');
    expect(await ids()).toHaveLength(7);
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe('ticket-3');
    await page.keyboard.press('Enter');
    expect(await page.locator('#task-2').isVisible()).toBe(true);
    // From the page's start, all there is to use is reached in order.
    await page.reload();
    const order: string[] = [];
    for (let step = 0; step < 10; step++) {
      await page.keyboard.press('Tab');
      order.push(
        await page.evaluate(() => document.activeElement?.className || document.activeElement?.id || ''),
      );
    }
    expect(order).toEqual(['search', 'sort', ...Array(6).fill('chip'), 'row', 'row']);
  });

  it('leaves the focus where it is put right after typing', async () => {
    const { page } = await opened(sampleResults());
    const focused = await page.evaluate(async () => {
      const search = document.querySelector<HTMLInputElement>('#search');
      if (search === null) return 'no search';
      search.focus();
      search.value = 'a/b';
      search.dispatchEvent(new Event('input', { bubbles: true }));
      search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      document.querySelector<HTMLElement>('#list button.row')?.focus();
      // Longer than the page waits for more to be typed.
      await new Promise((resolve) => setTimeout(resolve, 300));
      return document.activeElement?.className;
    });
    expect(focused).toBe('row');
  });

  it('gives everything a name and a role', async () => {
    const { page, rows } = await opened(sampleResults());
    for (const row of await rows.all()) await row.click();
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('banner').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('ticket.schema.json');
    expect(await page.getByRole('search', { name: 'Tasks' }).count()).toBe(1);
    expect(await page.getByRole('group', { name: 'Filter by outcome' }).count()).toBe(1);
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Outcome',
      'Tasks',
      'Share',
      'p50',
      'p95',
    ]);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, pre[tabindex]')]
        .filter((element) => !element.textContent?.trim() && !element.getAttribute('aria-label'))
        .map((element) => element.outerHTML),
    );
    expect(nameless).toEqual([]);
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['light', 'dark'] as const)(
    'is readable in %s: every text has enough contrast',
    async (colorScheme) => {
      const { page, rows } = await opened(sampleResults(), { colorScheme });
      for (const row of await rows.all()) await row.click();
      const faint = await page.evaluate(() => {
        const rgb = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
        const luminance = (colour: number[]) =>
          colour.slice(0, 3).reduce((sum, value, at) => {
            const part = value / 255;
            const linear = part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
            return sum + linear * ([0.2126, 0.7152, 0.0722][at] ?? 0);
          }, 0);
        const ground = (element: Element | null): number[] => {
          if (element === null) return [255, 255, 255];
          const colour = rgb(getComputedStyle(element).backgroundColor);
          return colour[3] === 0 ? ground(element.parentElement) : colour;
        };
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found = new Set<string>();
        while (texts.nextNode()) {
          const element = texts.currentNode.parentElement;
          if (!element?.checkVisibility() || !texts.currentNode.textContent?.trim()) continue;
          if (['SCRIPT', 'STYLE', 'TITLE', 'NOSCRIPT', 'OPTION'].includes(element.tagName)) continue;
          const [a, b] = [luminance(rgb(getComputedStyle(element).color)), luminance(ground(element))];
          const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (contrast < 4.5) found.add(`${element.tagName}.${element.className} ${contrast.toFixed(2)}`);
        }
        return [...found];
      });
      expect(faint).toEqual([]);
    },
  );

  it('fits a phone: nothing goes beyond its edge', async () => {
    const { page, rows } = await opened(sampleResults(), { width: 360 });
    for (const row of await rows.all()) await row.click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it('shows hostile texts as texts', async () => {
    const evil =
      '</script><script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'"><!--';
    const results = [
      mismatch(evil, 0, evil),
      ok(`${evil}\u2028\ud800"'&`, 1, JSON.stringify({ [evil]: `${evil}\u2028\ud800` }), {
        stderr: evil,
        notices: [{ kind: 'item_error', message: evil, count: 2, excerpts: [evil] }],
        candidates: [evil],
        events: [
          {
            type: 'item.completed',
            item: { id: '1', type: 'command_execution', command: evil, aggregated_output: evil },
          },
          { type: evil },
        ],
      }),
    ];
    const { page, rows, ids } = await opened(results, { title: evil });
    for (const row of await rows.all()) await row.click();
    expect(await page.title()).toBe(evil);
    expect((await ids())[0]).toBe(evil);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(evil);
    expect(await page.locator('#task-1').getByLabel('Answer').textContent()).toContain('</script><script>');
    expect(await page.locator('img:not([role]), body script:not(.task)').count()).toBe(1);
  });

  it('prints all tasks, without what only a screen can use', async () => {
    const { page, ids } = await opened(
      Array.from({ length: 250 }, (_, at) => ok(`t${at}`, at, '{"title":"a"}')),
    );
    expect(await ids()).toHaveLength(100);
    const pdf = await page.pdf();
    expect(pdf.length).toBeGreaterThan(10_000);
    expect(await ids()).toHaveLength(250);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.toolbar').isVisible()).toBe(false);
    expect(await page.locator('#more').isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
  });

  it('5,000 tasks with their events are there at once, and are found at once', async () => {
    const text = (at: number) =>
      JSON.stringify({ title: `Ticket ${at}`, needle: at % 500 === 7 ? 'haystack' : '' });
    const results = Array.from({ length: 5000 }, (_, at) =>
      ok(`t${at}`, at, text(at), { events: EVENTS.slice(0, 4) }),
    );
    const { page, ids, status } = await opened(results);
    expect(await status.textContent()).toBe('5,000 tasks');
    // Rows are made as they are scrolled to.
    expect((await ids()).length).toBeLessThan(1000);
    const searchMs = await page.evaluate(async () => {
      const search = document.querySelector<HTMLInputElement>('#search');
      const status = document.querySelector('#status');
      if (search === null || status === null) throw new Error('no search');
      const began = performance.now();
      search.value = 'haystack';
      search.dispatchEvent(new Event('input'));
      await new Promise<void>((resolve) => {
        new MutationObserver(() => resolve()).observe(status, { childList: true });
      });
      return performance.now() - began;
    });
    expect(await ids()).toHaveLength(10);
    // 90 ms of it wait for more to be typed. Measured: 110 ms.
    expect(searchMs).toBeLessThan(5000);
    await page.getByRole('button', { name: 'show all' }).click();
    const before = await page.locator('#list > li').count();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForFunction((count) => document.querySelectorAll('#list > li').length > count, before);
    await page.locator('#list button.row').nth(before).press('Enter');
    expect(await page.locator('.timeline').count()).toBe(1);
  });
});
