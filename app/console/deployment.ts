import { loadConfig, platformKeyPath } from '#kernel/base/config.ts';

/** What the front page says about the deployment that serves it. Nothing in it is secret. */
export type Deployment = {
  apiUrl: string;
  mailDomain: string;
  /** `host:port` that accepts mail, or null where the listener is off. */
  smtpAddress: string | null;
  /** Whether outgoing mail stays on this machine. */
  capturesMail: boolean;
  /** Providers that people sign in with, beside mail. */
  providers: { name: string; label: string }[];
  /** Where the operator finds the platform key, in words. */
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
  // A listener on every interface is reached by the name that people use for this deployment.
  const smtpHost = WILDCARD_HOSTS.has(config.smtpHost) ? publicHost : config.smtpHost;
  return {
    apiUrl: config.publicUrl,
    mailDomain: config.mailDomain,
    smtpAddress: config.smtpPort === 0 ? null : `${smtpHost}:${config.smtpPort}`,
    capturesMail: config.basicTransport === 'capture',
    providers: [
      ...(config.google ? [{ name: 'google', label: 'Google' }] : []),
      ...(config.github ? [{ name: 'github', label: 'GitHub' }] : []),
    ],
    ...keyLocation(config.bootstrapKey !== null, LOOPBACK_NAME.test(publicHost), platformKeyPath(config)),
  };
}

/** The full path is shown only where the reader sits at the same machine: it tells about the file system. */
function keyLocation(isGiven: boolean, isLocal: boolean, path: string) {
  if (isGiven) return { keyPlace: 'PM_BOOTSTRAP_KEY', keyExpression: '$PM_BOOTSTRAP_KEY' };
  if (isLocal) return { keyPlace: path, keyExpression: `$(cat '${path.replaceAll("'", "'\\''")}')` };
  return { keyPlace: '$PM_DATA_DIR/platform-key', keyExpression: '$(cat "$PM_DATA_DIR/platform-key")' };
}
