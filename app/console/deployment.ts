import { loadConfig, platformKeyPath } from '#kernel/base/config.ts';

/** The facts about the deployment that the front page shows. None of them is secret. */
export type Deployment = {
  apiUrl: string;
  mailDomain: string;
  /** The `host:port` that accepts mail, or null when the listener is off. */
  smtpAddress: string | null;
  /** Whether outgoing mail stays on this machine. */
  capturesMail: boolean;
  /** Providers for sign-in, besides mail. */
  providers: { name: string; label: string }[];
  /** Where the operator finds the platform key. */
  keyPlace: string;
  /** A shell expression that yields the platform key. */
  keyExpression: string;
};

const WILDCARD_HOSTS = new Set(['0.0.0.0', '::', '[::]']);
const LOOPBACK_NAME = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Reads the environment of this process. @throws ConfigError */
export function describeDeployment(): Deployment {
  const config = loadConfig(process.env);
  const publicHost = new URL(config.publicUrl).hostname;
  // A listener on all interfaces is reached by the public name of the deployment.
  const smtpHost = WILDCARD_HOSTS.has(config.smtpHost) ? publicHost : config.smtpHost;
  return {
    apiUrl: config.publicUrl,
    mailDomain: config.mailDomain,
    smtpAddress: config.smtpPort === 0 ? null : `${smtpHost}:${config.smtpPort}`,
    capturesMail: config.basicTransport === 'capture',
    providers: [
      ...(config.google ? [{ name: 'google', label: 'Google' }] : []),
      ...(config.microsoft ? [{ name: 'microsoft', label: 'Microsoft' }] : []),
      ...(config.github ? [{ name: 'github', label: 'GitHub' }] : []),
      ...(config.oidc ? [{ name: 'oidc', label: config.oidc.label }] : []),
    ],
    ...keyLocation(config.bootstrapKey !== null, LOOPBACK_NAME.test(publicHost), platformKeyPath(config)),
  };
}

/** The full path reveals the file system, so it is shown only when the deployment runs on the reader's machine. */
function keyLocation(isGiven: boolean, isLocal: boolean, path: string) {
  if (isGiven) return { keyPlace: 'PM_BOOTSTRAP_KEY', keyExpression: '$PM_BOOTSTRAP_KEY' };
  if (isLocal) return { keyPlace: path, keyExpression: `$(cat '${path.replaceAll("'", "'\\''")}')` };
  return { keyPlace: '$PM_DATA_DIR/platform-key', keyExpression: '$(cat "$PM_DATA_DIR/platform-key")' };
}
