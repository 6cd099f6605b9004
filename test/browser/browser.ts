import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Where a system has Chromium, or a browser made of it. */
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** `$CHROMIUM_PATH`, or the first that is there; null where there is none. */
export function findChromium(): string | null {
  const asked = process.env['CHROMIUM_PATH'];
  if (asked) return asked;
  return USUAL_PLACES.find((path) => existsSync(path)) ?? null;
}

/** A browser that talks to nobody on its own. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page, and all that it complains of or asks for. */
export class WatchedPage {
  /** Console messages, errors that nobody caught, and what the page's policy has refused. */
  readonly complaints: string[] = [];
  /** Addresses that were asked for, but for those that were opened. */
  readonly requests: string[] = [];
  #opened = '';

  constructor(readonly page: Page) {
    // Shorter than a test may take, so that what is waited for in vain is named.
    page.setDefaultTimeout(60_000);
    page.setDefaultNavigationTimeout(60_000);
    page.on('console', (message) => this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('request', (request) => {
      if (request.url() !== this.#opened) this.requests.push(request.url());
    });
  }

  async open(url: string): Promise<void> {
    this.#opened = url;
    await this.page.goto(url);
  }
}
