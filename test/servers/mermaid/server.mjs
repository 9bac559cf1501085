// It draws in the Chromium of Playwright, which its documentation says to install. Here it takes the Chromium of these tests.
import { chromium } from 'playwright';

const launch = chromium.launch.bind(chromium);
chromium.launch = (options) => launch({ ...options, executablePath: process.env.BROWSER_PATH });
await import('mcp-mermaid/build/index.js');
