/** How a page names the request of an application: its token, or the code of a device. */
export type NamedRequest = { request: string } | { user_code: string };
