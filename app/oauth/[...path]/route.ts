import { handleApiRequest } from '#server/next.ts';

export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

export {
  handleApiRequest as DELETE,
  handleApiRequest as GET,
  handleApiRequest as HEAD,
  handleApiRequest as OPTIONS,
  handleApiRequest as PATCH,
  handleApiRequest as POST,
  handleApiRequest as PUT,
};
