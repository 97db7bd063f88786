import type { Plugin } from 'vitest/config';

// `import('…/repository.ts?probed')` returns a module in which every statement reports itself, a test decides about every
// branch, and all top-level values are exported. So all statements of a file can be collected without their callers.

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* descendants(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* descendants(child);
  }
}

/** Whether a node is a statement: made by the `sql` tag, or an object with the three fields of a named statement. */
function isStatement(node: Node): boolean {
  if (node.type === 'TaggedTemplateExpression') return (node.tag as Node & { name?: string }).name === 'sql';
  if (node.type !== 'ObjectExpression') return false;
  const keys = (node.properties as Node[]).map((property) => (property.key as { name?: string })?.name);
  return ['name', 'text', 'values'].every((key) => keys.includes(key));
}

const branching = ['ConditionalExpression', 'IfStatement', 'WhileStatement'];

/** Whether a condition awaits something, in which case it cannot be moved into a function. */
const isAsync = (node: Node): boolean =>
  [...descendants(node)].some(({ type }) => type === 'AwaitExpression');

/** Names that the module declares at its top. */
const namesOf = (program: Node): string[] =>
  (program.body as Node[])
    .map((entry) => (entry.type === 'ExportNamedDeclaration' ? (entry.declaration as Node | null) : entry))
    .flatMap((entry) => {
      if (entry?.type === 'FunctionDeclaration' || entry?.type === 'ClassDeclaration')
        return [(entry.id as { name: string }).name];
      if (entry?.type !== 'VariableDeclaration' || entry.declare) return [];
      const declarators = entry.declarations as { id: Node & { name?: string } }[];
      return declarators.flatMap(({ id }) => id.name ?? []);
    });

export function instrument(code: string, program: Node): string {
  const insertions: [at: number, text: string, order: number][] = [];
  const lines = new Set<number>();
  const wrap = (node: Node, before: string) => {
    insertions.push([node.start, before, -node.end], [node.end, ')', -node.start]);
  };
  for (const node of descendants(program)) {
    const line = code.slice(0, node.start).split('\n').length;
    if (isStatement(node)) {
      lines.add(line);
      wrap(node, `globalThis.probe.statement(${line}, `);
    }
    const test = node.test as Node | undefined;
    if (branching.includes(node.type) && test && !isAsync(test)) {
      wrap(test, 'globalThis.probe.choose(() => ');
    }
  }
  // Insertions are made from the end, so that positions stay valid. An outer node begins before and ends after its inner
  // ones.
  insertions.sort((a, b) => b[0] - a[0] || b[2] - a[2]);
  const changed = insertions.reduce(
    (text, [at, insertion]) => text.slice(0, at) + insertion + text.slice(at),
    code,
  );
  return `${changed}\nexport const probed = { ${namesOf(program).join(', ')} };\nexport const statementLines = [${[...lines].join(', ')}];\n`;
}

export const probeStatements = (): Plugin => ({
  name: 'probe-statements',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.ts?probed')) return null;
    return instrument(code, this.parse(code, { lang: 'ts' }) as unknown as Node);
  },
});
