export { closest } from '../../codex/arguments/closest.js';
