export { createEndpoint, MCP_PATH } from './endpoint.ts';
