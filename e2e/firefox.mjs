#!/usr/bin/env node
// Starts Firefox for Playwright (`npm run test:browser -- --firefox`). Playwright speaks WebDriver BiDi to it, and begins each
// context with a command that the Firefox of Debian does not know yet (emulation.setMediaFeaturesOverride). This program stands
// between them, answers that command itself, and passes on everything else. Plain JavaScript, because it is started as if it
// were the browser.
import { spawn } from 'node:child_process';
import WebSocket, { WebSocketServer } from 'ws';

const UNKNOWN_TO_FIREFOX = 'emulation.setMediaFeaturesOverride';
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const browser = spawn(process.env.PM_FIREFOX ?? '/usr/bin/firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => browser.kill(signal));
browser.on('exit', (code) => process.exit(code ?? 1));

/** Joins Playwright's connection with one to the browser. What comes before that one is open waits. */
function join(playwright, address) {
  const firefox = new WebSocket(address);
  const open = new Promise((resolve) => firefox.once('open', resolve));
  playwright.on('message', async (data) => {
    const text = String(data);
    const { id, method } = JSON.parse(text);
    await open;
    if (method === UNKNOWN_TO_FIREFOX) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
    else firefox.send(text);
  });
  firefox.on('message', (data) => playwright.send(String(data)));
  firefox.on('close', () => playwright.close());
  playwright.on('close', () => firefox.close());
  firefox.on('error', () => playwright.close());
}

browser.stderr.setEncoding('utf8').on('data', (text) => {
  const address = LISTENING.exec(text)?.[1];
  if (!address) return void process.stderr.write(text);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  );
  server.on('connection', (playwright, { url }) => join(playwright, new URL(url ?? '/', address).href));
});
