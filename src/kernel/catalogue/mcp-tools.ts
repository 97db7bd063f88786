/** Groups of tools by purpose. Keys and connections can be restricted to groups or to single tools (docs/mcp.md). */
export const toolGroups = ['read', 'search', 'send', 'organise', 'sign'] as const;
export type ToolGroup = (typeof toolGroups)[number];

/** Every tool of MCP (spec 4.14) with its groups. The tools themselves are in `src/api/mcp/tools`. */
const toolCatalogue = {
  mail_list_identities: ['read'],
  mail_list_threads: ['read'],
  mail_get_thread: ['read'],
  mail_get_message: ['read'],
  mail_get_attachment_text: ['read'],
  mail_search: ['read', 'search'],
  mail_deep_search: ['read', 'search'],
  mail_find_related: ['read', 'search'],
  mail_search_contacts: ['read', 'search'],
  // Waiting releases a code once, but does not change the mail, so it counts as reading.
  mail_wait: ['read'],
  mail_get_usage: ['read'],
  mail_send: ['send'],
  mail_reply: ['send'],
  mail_forward: ['send'],
  mail_update_labels: ['organise'],
  mail_sign_assertion: ['sign'],
  mail_sign_http_request: ['sign'],
  mail_create_draft: ['organise'],
  mail_update_draft: ['organise'],
  mail_send_draft: ['send'],
} as const satisfies Record<string, readonly ToolGroup[]>;

export type ToolName = keyof typeof toolCatalogue;
export const toolNames = Object.keys(toolCatalogue) as ToolName[];

/** A restriction to tools: a group or a name. */
export const toolWords = [...toolGroups, ...toolNames] as const;

/**
 * The tools that groups and names select; all tools if there are none. Unknown words, for example of another release,
 * select nothing.
 */
export const toolsOf = (words: readonly string[]): ReadonlySet<string> =>
  words.length === 0 ? everyTool : new Set(toolNames.filter((name) => isNamed(name, words)));

const everyTool: ReadonlySet<string> = new Set(toolNames);
const isNamed = (name: ToolName, words: readonly string[]): boolean =>
  words.includes(name) || toolCatalogue[name].some((group) => words.includes(group));
