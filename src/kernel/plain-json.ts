import { invalidRequest } from './errors.ts';
import { limits } from './limits.ts';

/**
 * Refuses what no request of ours looks like before any schema walks it: nesting that ends the stack, objects and
 * arrays with so many members that listing their violations would be the attack, and keys that name the prototype.
 * Transports call it on what they parsed.
 * @throws AppError `invalid_request` with the path
 */
export function assertPlainJson(body: unknown): void {
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value: body, path: '', depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    const refuse = (message: string) => invalidRequest([{ path: path.slice(0, 200), message }]);
    if (depth > limits.json.depth) throw refuse(`Nested deeper than ${limits.json.depth} levels.`);
    const [size, most] = Array.isArray(value)
      ? [value.length, limits.json.items]
      : [Object.keys(value).length, limits.json.properties];
    if (size > most) throw refuse(`Holds more than ${most} values.`);
    if (Object.hasOwn(value, '__proto__')) throw refuse('__proto__ is not a field.');
    for (const [name, member] of Object.entries(value)) {
      waiting.push({ value: member, path: path ? `${path}.${name}` : name, depth: depth + 1 });
    }
  }
}
