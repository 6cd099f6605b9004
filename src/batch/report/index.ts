export { openHtmlReport } from './html-report.js';
export { openJunitReport } from './junit-report.js';
export { openMarkdownReport, openStepSummary } from './markdown-report.js';
export { type BatchReport, type OpenReport, ReportError, type ReportOptions } from './report.js';
