#!/usr/bin/env node
import { processIo } from './cli/io.ts';
import { runCli } from './cli/main.ts';
import { version } from './version.ts';

process.exitCode = await runCli(process.argv.slice(2), processIo(), version);
