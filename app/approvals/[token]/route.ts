import { handleApiRequest } from '#server/next.ts';

export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

export { handleApiRequest as GET, handleApiRequest as HEAD, handleApiRequest as POST };
