import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createSupervisor, type PartMonitor, type SupervisorOptions } from './supervise.ts';

const log = pino({ level: 'silent' });
const quick = { firstWait: 1, longestWait: 5, stable: 50, attempts: 4, silence: 40, closing: 20 };
const supervise = (options: Partial<SupervisorOptions> = {}) =>
  createSupervisor({ log, isPassing: () => false, giveUp: () => {}, timing: quick, ...options });

it('opens a part again when it fails, and counts it', async () => {
  const monitors: PartMonitor[] = [];
  const close = vi.fn(async () => {});
  const supervisor = supervise();
  await supervisor.start('engine', (monitor) => {
    monitors.push(monitor);
    return { close };
  });
  monitors[0]!.failed(new Error('lost\nconnection'));
  expect(supervisor.states()).toMatchObject([{ state: 'restarting', error: 'lost connection' }]);
  await vi.waitFor(() => expect(monitors).toHaveLength(2), { timeout: 30_000 });
  // Reports of the first opening no longer count.
  monitors[0]!.failed(new Error('again'));
  await vi.waitFor(() =>
    expect(supervisor.states()).toEqual([{ name: 'engine', state: 'running', restarts: 1, error: null }]),
  );
  expect(close).toHaveBeenCalledTimes(1);
  await supervisor.close();
  expect(close).toHaveBeenCalledTimes(2);
});

it('handles a failure that a part reports before it is open', async () => {
  let opened = 0;
  const supervisor = supervise();
  supervisor.keep('mirror', (monitor) => {
    opened += 1;
    if (opened < 3) monitor.failed(new Error('early'));
    return { close: () => {} };
  });
  await vi.waitFor(() => expect(supervisor.states()).toMatchObject([{ state: 'running', restarts: 2 }]), {
    timeout: 30_000,
  });
  await supervisor.close();
});

it('restarts a part that falls silent, even when the old one never closes', async () => {
  let opened = 0;
  const supervisor = supervise();
  await supervisor.start('inbound', (monitor) => {
    opened += 1;
    monitor.working();
    return { close: () => new Promise<void>(() => {}) };
  });
  await vi.waitFor(() => expect(opened).toBeGreaterThanOrEqual(2), { timeout: 30_000 });
  await supervisor.close();
});

it('gives up, once, on an error that will not pass, and never on one that will', async () => {
  const giveUp = vi.fn();
  const isPassing = (error: unknown) => (error as Error).message === 'database restarts';
  const supervisor = supervise({ giveUp, isPassing });
  const broken = { passing: 0, lasting: 0 };
  supervisor.keep('passing', () => {
    broken.passing += 1;
    throw new Error('database restarts');
  });
  await vi.waitFor(() => expect(broken.passing).toBeGreaterThan(10), { timeout: 30_000 });
  expect(giveUp).not.toHaveBeenCalled();
  supervisor.keep('lasting', () => {
    broken.lasting += 1;
    throw new Error('no such table');
  });
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalledTimes(1), { timeout: 30_000 });
  expect(giveUp.mock.calls[0]![0].message).toBe('The part lasting could not be restarted: no such table');
  await supervisor.close();
});

it('rejects when the first opening of a part fails that must be open', async () => {
  const supervisor = supervise();
  const opening = supervisor.start('engine', () => Promise.reject(new Error('no')));
  await expect(opening).rejects.toThrow('no');
  expect(supervisor.states()).toEqual([]);
});
