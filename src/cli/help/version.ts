export { ownVersion as packageVersion } from '../../codex/own-version.js';
