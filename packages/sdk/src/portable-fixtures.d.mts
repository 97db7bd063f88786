export declare function uses(sdk: object, given: { url: string; key: string }): Promise<typeof expected>;
export declare const expected: Record<string, unknown>;
