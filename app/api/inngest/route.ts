import { handleInngestRequest } from '#server/inngest.ts';

export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

export { handleInngestRequest as GET, handleInngestRequest as POST, handleInngestRequest as PUT };
