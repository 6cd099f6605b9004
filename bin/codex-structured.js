#!/usr/bin/env node
const { runCli } = require('../dist/cli.cjs');

runCli().then((code) => {
  process.exitCode = code;
});
