import { relatedMessages } from './find-related.ts';
import { searchIdentity } from './search-identity.ts';
import { searchTenant } from './search-tenant.ts';

export const operations = [searchIdentity, searchTenant, relatedMessages] as const;
