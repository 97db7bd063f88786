import { addRoute, createRouter, findRoute } from 'rou3';
import { AppError } from '#kernel/catalogue/errors.ts';

type Routed = { method: string; path: string };
type Methods<O> = Partial<Record<string, O>>;

export type Route<O> = { operation: O; params: Record<string, string> };

/** Finds the operation of a request. */
export type Router<O> = (method: string, pathname: string) => Route<O>;

/** Thrown for a path that exists only with other methods. It has them for the header Allow. */
export class MethodNotAllowed extends AppError {
  readonly allow: string;
  constructor(allowed: readonly string[]) {
    super('method_not_allowed', { allowed });
    this.allow = allowed.join(', ');
  }
}

/** @throws AppError `route_not_found`, `method_not_allowed` */
export function buildRouter<O extends Routed>(operations: readonly O[]): Router<O> {
  const byPath = new Map<string, Methods<O>>();
  const router = createRouter<Methods<O>>();
  for (const operation of operations) {
    let methods = byPath.get(operation.path);
    if (!methods) {
      methods = Object.create(null) as Methods<O>;
      byPath.set(operation.path, methods);
      addRoute(router, '', operation.path.replace(/\{(\w+)\}/g, ':$1'), methods);
    }
    methods[operation.method] = operation;
  }
  return (method, pathname) => {
    const found = pathname.endsWith('/') ? undefined : findRoute(router, '', pathname);
    if (!found) throw new AppError('route_not_found');
    const operation = found.data[method === 'HEAD' ? 'GET' : method];
    if (!operation) throw new MethodNotAllowed(allowedMethods(found.data));
    return { operation, params: decodeParams(found.params ?? {}) };
  };
}

function allowedMethods(methods: Methods<unknown>): string[] {
  const names = Object.keys(methods);
  return names.includes('GET') ? [...names, 'HEAD'] : names;
}

function decodeParams(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    throw new AppError('route_not_found');
  }
}
