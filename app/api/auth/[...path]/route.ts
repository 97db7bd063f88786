import { handleConsoleRequest } from '#server/console-next.ts';

export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

export {
  handleConsoleRequest as DELETE,
  handleConsoleRequest as GET,
  handleConsoleRequest as HEAD,
  handleConsoleRequest as PATCH,
  handleConsoleRequest as POST,
  handleConsoleRequest as PUT,
};
