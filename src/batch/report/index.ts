export { openHtmlReport } from './html-report.js';
export { openJunitReport } from './junit-report.js';
export { openMarkdownReport, openStepSummary } from './markdown-report.js';
export { type OpenReport, ReportError } from './report.js';
