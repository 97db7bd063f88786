import { type Command, defineCommand, UsageError } from '../command.ts';

/** Scripts that complete commands and options, made from the table of commands. */

type Options = (command: Command) => string[];

const bash = (
  commands: readonly Command[],
  options: Options,
): string => `# proofmail completion for bash: eval "$(proofmail completion bash)"
_proofmail() {
  local current="\${COMP_WORDS[COMP_CWORD]}" line="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  case "$line" in
${[...commands]
  .sort((a, b) => b.name.length - a.name.length)
  .map(
    (each) => `    "${each.name}"*) COMPREPLY=($(compgen -W "${options(each).join(' ')}" -- "$current")) ;;`,
  )
  .join('\n')}
    ${[...seconds(commands)].map(([first, words]) => `"${first}") COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current")) ;;`).join('\n    ')}
    "") COMPREPLY=($(compgen -W "${firsts(commands).join(' ')}" -- "$current")) ;;
  esac
}
complete -o default -F _proofmail proofmail
`;

const zsh = (commands: readonly Command[], options: Options): string =>
  `# proofmail completion for zsh: eval "$(proofmail completion zsh)"\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands, options)}`;

const fish = (commands: readonly Command[], options: Options): string =>
  [
    '# proofmail completion for fish: proofmail completion fish | source',
    ...firsts(commands).map(
      (name) =>
        `complete -c proofmail -n __fish_use_subcommand -a ${name} -d '${summaryOf(commands, name).replaceAll("'", "\\'")}'`,
    ),
    ...[...seconds(commands)].map(
      ([first, words]) =>
        `complete -c proofmail -n '__fish_seen_subcommand_from ${first}' -a '${words.join(' ')}'`,
    ),
    ...commands.flatMap((each) =>
      options(each).map(
        (option) =>
          `complete -c proofmail -n '__fish_seen_subcommand_from ${each.name.split(' ').at(-1)}' -l ${option.slice(2)}`,
      ),
    ),
    '',
  ].join('\n');

const firsts = (commands: readonly Command[]): string[] => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0]!)),
];

function seconds(commands: readonly Command[]): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first, second] = name.split(' ');
    if (second) words.set(first!, [...(words.get(first!) ?? []), second]);
  }
  return words;
}

const summaryOf = (commands: readonly Command[], first: string): string =>
  commands.find(({ name }) => name.split(' ')[0] === first)!.summary;

const shells = { bash, zsh, fish };

export const completionCommand = (commands: () => readonly Command[], common: readonly string[]): Command =>
  defineCommand({
    name: 'completion',
    arguments: '<bash|zsh|fish>',
    summary: 'Print the completion script for a shell',
    options: {},
    help: {},
    takes: [1, 1],
    async run({ positionals, output }) {
      const shell = positionals[0] as keyof typeof shells;
      if (!Object.hasOwn(shells, shell)) throw new UsageError('The shell must be bash, zsh or fish.');
      const options: Options = (command) =>
        [...Object.keys(command.options), ...common].map((name) => `--${name}`);
      const script = shells[shell](commands(), options);
      output.result({ shell, script }, script);
    },
  });
