import { describe, expect, it } from 'vitest';
import { safeAttribute, safeSheet } from './safe-css.ts';

describe('safeAttribute', () => {
  it.each([
    ['color:red;padding: 4px 8px', 'color:red;padding:4px 8px;'],
    ['BACKGROUND-COLOR:#FFF!important', 'background-color:#FFF!important;'],
    [
      'border-top-left-radius:4px;border-left:1px solid #ccc',
      'border-top-left-radius:4px;border-left:1px solid #ccc;',
    ],
    ['background:linear-gradient(90deg,#fff,#000)', 'background:linear-gradient(90deg,#fff,#000);'],
    ['position:fixed;top:0', 'top:0;'],
    ['position:relative', 'position:relative;'],
    ['min-height:100vh;height:calc(100dvh - 2px);width:100vw', 'width:100vw;'],
    ['width:expression(alert(1))', ''],
    ['behavior:url(x.htc);-moz-binding:url(x)', ''],
    ['background:url(javascript:alert(1))', ''],
    ['background:url("data:text/html,<script>")', ''],
    ['background:url("data:image/svg+xml;base64,AAAA")', ''],
    ['background:url(//evil.example/x)', ''],
    ['background:image-set("https://evil.example/x" 1x)', ''],
    ['background:\\75rl(https://evil.example/x)', ''],
    ['--x:url(https://evil.example/x);background:var(--x)', ''],
    ['content:"words";animation:x 1s;transition:all 1s;cursor:url(x)', ''],
    [
      'font-family:"</style><img src=x onerror=alert(1)>"',
      'font-family:"\\3c /style>\\3c img src=x onerror=alert(1)>";',
    ],
    ['color:red;;;}{color:blue', 'color:red;'],
    ['/* ', ''],
  ])('%j becomes %j', (given, kept) => {
    expect(safeAttribute(given).local).toBe(kept);
  });

  it('keeps remote images in a version of their own', () => {
    expect(safeAttribute('color:red;background:#fff url(https://t.example/a.png) no-repeat')).toEqual({
      local: 'color:red;background:#fff none no-repeat;',
      remote: 'color:red;background:#fff url(https://t.example/a.png)no-repeat;',
    });
  });
});

describe('safeSheet', () => {
  it('keeps plain rules and those for some widths', () => {
    const { local } = safeSheet(
      '.a>td:first-child,#b{color:red}@media (max-width:600px){.a{width:100%!important}}',
    );
    expect(local).toBe('.a>td:first-child,#b{color:red;}@media (max-width:600px){.a{width:100%!important;}}');
  });

  it.each([
    '@import url(https://evil.example/x.css);',
    '@font-face{font-family:x;src:url(https://evil.example/x)}',
    '@keyframes x{from{color:red}}',
    '@supports (color:red){a{color:red}}',
    'a::before{content:"words";color:red}',
    'a:has(b){color:red}',
    'a{b{color:red}}',
    'a{background:url(file:///etc/passwd)}',
    '</style><script>alert(1)</script>',
    '@media </style>{a{color:red}}',
  ])('leaves out %j', (css) => {
    const { local, remote } = safeSheet(css);
    expect(local.replace(/^a\{\}$/, '')).toBe('');
    expect(remote).toBeNull();
  });

  it('says whether it has colours for the dark, and what remote images it names', () => {
    expect(safeSheet('@media (prefers-color-scheme: dark){body{color:#fff}}').isForDark).toBe(true);
    const { local, remote } = safeSheet('a{background:url(https://t.example/x)}b{color:red}');
    expect(local).toBe('a{background:none;}b{color:red;}');
    expect(remote).toBe('a{background:url(https://t.example/x);}b{color:red;}');
  });

  it('takes broken and huge sheets in linear time', () => {
    for (const css of [
      '{'.repeat(100_000),
      'a{'.repeat(50_000),
      'a,'.repeat(100_000),
      '('.repeat(100_000),
      '@media '.repeat(30_000),
    ])
      expect(safeSheet(css).remote).toBeNull();
  });
});
