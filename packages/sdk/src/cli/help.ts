import type { Command } from './command.ts';

const common: [string, string][] = [
  ['--identity, -i', 'the mailbox: the id or an address of an identity'],
  ['--profile', 'the profile to use; or set PROOFMAIL_PROFILE'],
  ['--url', 'the URL of the deployment; or set PROOFMAIL_URL'],
  ['--json', 'print JSON'],
];

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join('');
};

export const overview = (commands: readonly Command[]): string =>
  `Usage: proofmail <command>\n\n${columns(commands.map(({ name, arguments: rest, summary }) => [`${name} ${rest}`.trim(), summary]))}
Every command takes:
${columns(common)}
A key in PROOFMAIL_KEY takes precedence over the profile. \`proofmail help <command>\` shows the options of a command.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not allowed, 4 not found, 5 nothing came in time.
`;

export function helpOf({ name, arguments: rest, summary, options, help }: Command): string {
  const own = Object.keys(options).map((option): [string, string] => {
    const { short, type } = options[option]!;
    return [`--${option}${short ? `, -${short}` : ''}${type === 'string' ? ' …' : ''}`, help[option] ?? ''];
  });
  const parts = [
    `Usage: proofmail ${`${name} ${rest}`.trim()}\n\n${summary}.\n`,
    ...(own.length > 0 ? [`\n${columns(own)}`] : []),
    `\n${columns(common)}`,
  ];
  return parts.join('');
}
