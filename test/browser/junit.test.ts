import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchResult } from '../../src/batch/batch-result.js';
import { openJunitReport } from '../../src/batch/report/index.js';
import {
  abortedEarly,
  invalidTask,
  mismatch,
  notJson,
  OPTIONS,
  ok,
  summaryOf,
} from '../unit/batch/report/sample-results.js';
import { findChromium, launchChromium } from './browser.js';

interface ElementRule {
  readonly parent: string | null;
  readonly attributes: readonly string[];
  readonly required?: readonly string[];
}

const PROBLEM: ElementRule = { parent: 'testcase', attributes: ['type', 'message'] };
const TOTALS = ['name', 'time', 'tests', 'failures', 'errors'];

/** The part of Jenkins' schema (junit-10.xsd of its xunit plugin) that reports use. */
const JENKINS: Readonly<Record<string, ElementRule>> = {
  testsuites: { parent: null, attributes: TOTALS },
  testsuite: {
    parent: 'testsuites',
    attributes: [...TOTALS, 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'url'],
    required: ['name', 'tests', 'failures', 'errors'],
  },
  testcase: { parent: 'testsuite', attributes: ['name', 'time', 'classname', 'group'], required: ['name'] },
  failure: PROBLEM,
  error: PROBLEM,
  skipped: PROBLEM,
};

const chromium = findChromium();
if (chromium === null) {
  console.warn('junit.test.ts is skipped: there is no Chromium here; $CHROMIUM_PATH may name one.');
}

describe.runIf(chromium !== null)('the JUnit report, read by a real XML parser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'codex-structured-browser-test-'));
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '');
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The document's cases, by a parser that refuses what is not XML. */
  async function parsed(results: readonly BatchResult[], title: string, over = {}) {
    const path = join(folder, 'r.xml');
    const report = openJunitReport(path, { ...OPTIONS, title });
    for (const result of results) report.add(result);
    report.finish(summaryOf(results, over));
    return await page.evaluate(
      (text) => {
        const document = new DOMParser().parseFromString(text, 'application/xml');
        const error = document.querySelector('parsererror')?.textContent ?? null;
        const attributes = (element: Element | null) =>
          Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]));
        const cases = [...document.querySelectorAll('testsuites > testsuite > testcase')].map((element) => {
          const inner = element.firstElementChild;
          return {
            ...attributes(element),
            inner:
              inner === null ? null : { is: inner.tagName, ...attributes(inner), text: inner.textContent },
          };
        });
        const suite = attributes(document.querySelector('testsuites > testsuite'));
        return { error, suites: attributes(document.documentElement), suite, cases };
      },
      readFileSync(path, 'utf8'),
    );
  }

  it('is XML whatever the texts are, and says what they say', async () => {
    const every = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).join('');
    const evil = `]]></failure><testcase name="x"/>&amp;<!-- " ' ${every} \ud800 \udc00 \ufffe \uffff 🎉 \u2028`;
    const results = [
      mismatch(evil, 0, evil),
      notJson(evil, 1, evil),
      invalidTask(evil, 2, evil),
      ok(evil, 3),
    ];
    const { error, cases, suites, suite } = await parsed(results, evil);
    expect(error).toBeNull();
    expect(cases).toHaveLength(4);
    expect(cases[0]).toMatchObject({
      classname: suites['name'],
      inner: { is: 'failure', type: 'schema_mismatch' },
    });
    expect(cases[1]?.inner?.text).toContain(']]></failure><testcase name="x"/>&amp;<!-- " \'');
    expect(cases[2]?.inner).toMatchObject({ is: 'error', type: 'invalid_task' });
    expect(cases[3]?.inner).toBeNull();
    expect(suites).toMatchObject({ tests: '4', failures: '2', errors: '1', time: '133.000' });
    // Jenkins' schema has this attribute only on `testsuite`.
    expect(suite).toEqual({ ...suites, skipped: '0' });
    expect(suites['name']).toContain(']]></failure><testcase name="x"/>&amp;<!-- ');
  });

  it('has only what the schema of Jenkins allows', async () => {
    const results = [
      ok('a', 0),
      mismatch('b', 1),
      notJson('c', 2),
      invalidTask('d', 3),
      abortedEarly('e', 4),
    ];
    await parsed(results, 'T', { stopped: 'signal', notRun: 7 });
    const elements = await page.evaluate(
      (text) =>
        [...new DOMParser().parseFromString(text, 'application/xml').querySelectorAll('*')].map(
          (element) => ({
            name: element.tagName,
            parent: element.parentElement?.tagName ?? null,
            attributes: [...element.attributes].map(({ name }) => name),
          }),
        ),
      readFileSync(join(folder, 'r.xml'), 'utf8'),
    );
    expect(elements.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(JENKINS)));
    for (const { name, parent, attributes } of elements) {
      const allowed = JENKINS[name];
      expect({ name, parent }).toEqual({ name, parent: allowed?.parent });
      expect(allowed?.attributes).toEqual(expect.arrayContaining(attributes));
      expect(attributes).toEqual(expect.arrayContaining([...(allowed?.required ?? [])]));
    }
  });

  it('has as many cases as it says, those that did not run included', async () => {
    const results = Array.from({ length: 1234 }, (_, at) =>
      at % 10 === 0 ? abortedEarly(`t${at}`, at) : ok(`t${at}`, at),
    );
    const { error, cases, suites, suite } = await parsed(results, 'T', { stopped: 'signal', notRun: 7 });
    expect(error).toBeNull();
    expect(cases).toHaveLength(1235);
    expect(suites).toMatchObject({ tests: '1235', failures: '0', errors: '0' });
    expect(suite).toMatchObject({ tests: '1235', skipped: '125' });
    expect(new Set(cases.map((one) => ('name' in one ? one.name : ''))).size).toBe(1235);
  });
});
