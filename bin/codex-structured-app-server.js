#!/usr/bin/env node
const { runAppServer } = require('../dist/cli.cjs');

runAppServer().then((code) => {
  process.exitCode = code;
});
