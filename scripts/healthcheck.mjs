// The HEALTHCHECK of the image: whether the process of this container works. With the role `web` its own port is asked, else
// that of the metrics. Built-in modules only.
const { PORT = '3000', PM_METRICS_PORT = '', PM_ROLES = 'web,smtp,worker' } = process.env;
const isWeb = (PM_ROLES || 'web').split(',').some((role) => role.trim() === 'web');
const port = isWeb ? PORT : PM_METRICS_PORT;
if (port === '') {
  console.error('Set PM_METRICS_PORT, so that a process without the role web can be asked.');
  process.exit(1);
}
try {
  const { status } = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4_000) });
  if (status !== 200) throw new Error(`/health answered ${status}.`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
