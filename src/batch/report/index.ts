export { type OpenReport, ReportError } from './batch-report.js';
export { openHtmlReport } from './html-report.js';
export { openJunitReport } from './junit-report.js';
export { openMarkdownReport, openStepSummary } from './markdown-report.js';
