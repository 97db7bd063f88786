export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

export { handleConsoleRequest as GET } from '#server/console-next.ts';
