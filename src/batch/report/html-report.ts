import { createRedactor } from '../../outcome/redact/redactor.js';
import { clip } from '../../text/clip.js';
import type { BatchReport, ReportOptions } from './batch-report.js';
import { pageHead, pageRest } from './html-page.js';
import { htmlTask } from './html-task.js';
import { embeddedJson } from './html-text.js';
import { ReportFile } from './report-file.js';
import { oneLine } from './text.js';

const TITLE_LENGTH = 200;

/**
 * One self-contained page: a summary, and all tasks with search, filter and what codex did. It loads nothing,
 * and opens in any browser straight from the disk. @see OpenReport
 */
export function openHtmlReport(path: string, options: ReportOptions): BatchReport {
  const redact = createRedactor(options.env);
  const title = clip(oneLine(redact(options.title)), TITLE_LENGTH);
  const file = new ReportFile(path);
  file.write(pageHead(title));
  return {
    add(result) {
      const { row, detail } = htmlTask(result, redact);
      // What the list needs on the first line, so that the page need not read the rest of it.
      const data = `${embeddedJson(row)}\n${embeddedJson(detail)}`;
      file.write(`<script type="application/x-ndjson" class="task">${data}</script>\n`);
    },
    finish(summary) {
      file.write(pageRest(title, summary, new Date()));
      file.finish();
    },
    abandon: () => file.abandon(),
  };
}
