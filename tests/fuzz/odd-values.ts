import fc from 'fast-check'

/** Values that no field, body or address expects. Bodies and values are JSON texts, which can hold what no object can. */

const long = 'x'.repeat(5000)

/** 16-bit units in a row, with lone surrogates, control characters and NUL. */
const anyUnits = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 40 })

/** Texts that have broken programs. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: anyUnits },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 90 }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...['', ' ', '\t\n', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\ufeff', '\u202Egnirts', '\u200b', 'é'.normalize('NFD').repeat(100)],
      ...['🪷'.repeat(300), '👩‍👩‍👧‍👧'.repeat(20), 'नमस्ते', 'ﷺ'.repeat(90), 'İ', 'ß', '٣٤٥٦٧٨٩٠١٢', '９８７６５４３２１０'],
      ...[
        "' or 1=1 --",
        '"; drop table ticket; --',
        '%',
        '_',
        '\\',
        '$1',
        '#{7*7}',
        '{{7*7}}',
        '<script>alert(1)</script>',
        '../../etc/passwd',
      ],
      ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', '-0', '1e1000', '0x10', '9'.repeat(400)],
      ...['CON', '.', '..', '/', '//evil.example', 'https://', 'javascript:alert(1)', 'a@b', 'a@b.c', `${'a'.repeat(250)}@b.c`, long],
      ...['data:image/png;base64,', 'data:image/png;base64,AAAA', 'data:audio/mpeg;base64,SUQz', `/images/${'0'.repeat(64)}.png`],
    ),
  },
)

/** JSON values, mostly of a wrong type. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: oddText.map((text) => JSON.stringify(text)) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e21', '1e400', '-1e400', '9007199254740993', '2147483648', '0.1e-400'],
      ...['[]', '[[]]', '[null]', '["a"]', '{}', '{"$ne":null}', '{"length":1e9}', '{"toString":1}', '{"valueOf":null}', '{"then":1}'],
      ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '"\\ud800"', '"\\u0000"', `"${long}"`],
    ),
  },
  { weight: 2, arbitrary: fc.json({ maxDepth: 4 }) },
)

export const oddName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'length',
    'then',
    '_id',
    'id',
    'role',
    'mallId',
    '',
  ),
  oddText,
)

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

/** Wrong for every call: broken, of another type, deep, or with an attempt to change the prototype of objects. */
export const oddBody: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: oddJson },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        '',
        ' ',
        '{',
        '}',
        '{"a":}',
        "{'a':1}",
        '{"a":1,}',
        '{"a":1}{"b":2}',
        '// a\n{}',
        '\ufeff{}',
        'undefined',
        'NaN',
        '\0',
        'mobile=9876543210',
      ],
      ...['{"__proto__":null}', '{"__proto__":{"role":"superadmin"}}', '{"a":{"constructor":{"prototype":{}}}}', '{"a":1,"a":2}', '{"":1}'],
      ...[nested('[', ']', 20_000), nested('{"a":', '}', 5000), '['.repeat(20_000), '{"a":'.repeat(5000)],
      ...[`{"a":"${'x'.repeat(70_000)}"}`, `{${Array.from({ length: 3000 }, (_, i) => `"extra${i}":${i}`)}}`, ' '.repeat(60_000)],
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)

/** A segment of an address as it is sent, encoded or not. */
export const oddSegment: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: oddText.filter((text) => text.isWellFormed()).map((text) => encodeURIComponent(text)) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        '%00',
        '%',
        '%zz',
        '%E0%A4%A',
        '%ff',
        '%C0%AF',
        '%ed%a0%80',
        '%2e%2e',
        '..%2f..',
        '%2F',
        '%25',
        '%5c',
        '%0d%0aset-cookie:a=b',
        '+',
      ],
      ...[
        '-',
        '.',
        '..',
        '',
        ';',
        ';a=b',
        ':id',
        '*',
        '@',
        '~',
        "'",
        '"',
        '|',
        '{id}',
        'a'.repeat(200),
        'a'.repeat(201),
        long,
        '%41'.repeat(200),
      ],
      ...['__proto__', 'constructor', 'undefined', 'null', '0', '-1', 'phoenix-mall', 'phoenix-cafe'],
    ),
  },
)

export const oddContentType: fc.Arbitrary<string> = fc.constantFrom(
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'multipart/form-data', 'text/json'],
  ...['application/jsonp', 'application/json; charset=utf-16', 'application/json; charset="', 'application/JSON', 'application/json;', ''],
  ...['application/csp-report', 'application/*', '*/*', 'nonsense', ';', 'application/json, text/plain', `application/${'x'.repeat(500)}`],
)

/** Browsers and balancers send these headers differently or never. The values are printable: others are sent as raw bytes. */
export const oddHeader: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    fc.constant('authorization'),
    fc.constantFrom(
      '',
      'Bearer',
      'Bearer ',
      'bearer x',
      'Basic YTpi',
      `Bearer ${'A'.repeat(43)}`,
      `Bearer ${'A'.repeat(5000)}`,
      'Bearer a b',
      ',,,',
    ),
  ),
  fc.tuple(
    fc.constant('cookie'),
    fc.constantFrom(
      ...['', ';', '=', 'rc_shopper', 'rc_shopper=', 'rc_shopper=%', 'rc_shopper=%00', 'rc_shopper="a"', 'rc_shopper=a; rc_shopper=b'],
      ...[`rc_shopper=${'A'.repeat(43)}`, `rc_shopper=${'A'.repeat(5000)}`, '__proto__=a', 'rc_lang=xx', 'a=b; '.repeat(500)],
    ),
  ),
  fc.tuple(
    fc.constantFrom('origin', 'referer'),
    fc.constantFrom('null', '', 'https://evil.example', 'http://localhost:3000', 'nonsense', 'http://[::1'),
  ),
  fc.tuple(fc.constant('sec-fetch-site'), fc.constantFrom('cross-site', 'same-origin', 'none', '?')),
  fc.tuple(fc.constant('accept'), fc.constantFrom('text/html', '', '*/*', 'application/xml', 'text/html;q=2', ','.repeat(500))),
  fc.tuple(fc.constant('accept-language'), fc.constantFrom('hi', 'hi-IN,hi;q=0.9', 'xx', '', '*', '-'.repeat(500), 'en-'.repeat(900))),
  fc.tuple(fc.constant('accept-encoding'), fc.constantFrom('br', 'gzip', 'identity;q=0', '*;q=0', '?')),
  fc.tuple(
    fc.constant('x-forwarded-for'),
    fc.constantFrom('', 'unknown', '::ffff:10.1.2.3', '10.1.2.3, 10.1.2.4', '999.1.1.1', '[::1]:80', ','.repeat(200)),
  ),
  fc.tuple(
    fc.constantFrom('x-forwarded-host', 'x-forwarded-proto'),
    fc.constantFrom('', 'evil.example', 'https', 'ftp, https', '/'.repeat(300)),
  ),
  fc.tuple(fc.constant('host'), fc.constantFrom('', 'evil.example', 'a b', '[', 'localhost:99999', 'x'.repeat(3000))),
  fc.tuple(
    fc.constant('idempotency-key'),
    fc.constantFrom('', 'again', ' ', '"quoted"', 'a\tb', '__proto__', 'x'.repeat(255), 'x'.repeat(256), 'é'),
  ),
  fc.tuple(fc.constant('content-type'), oddContentType),
  fc.tuple(fc.constant('content-encoding'), fc.constantFrom('gzip', 'br', 'identity', 'nonsense')),
  fc.tuple(fc.constant('expect'), fc.constantFrom('100-continue', 'nonsense')),
  fc.tuple(fc.constant('range'), fc.constantFrom('bytes=0-0', 'bytes=-', 'bytes=9-1', 'lines=1-2')),
  fc.tuple(fc.constant('if-none-match'), fc.constantFrom('*', '""', 'W/"a"')),
  fc.tuple(fc.constant('x-http-method-override'), fc.constantFrom('DELETE', 'nonsense')),
  fc.tuple(fc.constant('x-request-id'), fc.constantFrom('', '1', 'x'.repeat(3000))),
  fc.tuple(fc.constant('upgrade'), fc.constantFrom('websocket', 'h2c', 'nonsense')),
)
