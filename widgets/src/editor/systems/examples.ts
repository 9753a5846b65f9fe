/** Checks a message by hand: `$SECRET`, `$HEADER` (Loggia-Signature) and the body as it came in `body.json`. */
export const SHELL = `t=\${HEADER#t=}; t=\${t%%,*}
expected=$({ printf '%s.' "$t"; cat body.json; } |
  openssl dgst -sha256 -hmac "$SECRET" -hex | sed 's/^.* //')
if [ "$expected" = "\${HEADER#*v1=}" ]
then echo 'the signature is right'
else echo 'the signature is wrong'; exit 1
fi
[ $(( $(date +%s) - t )) -le 300 ] || { echo 'it is too old'; exit 1; }
`;

/** The same for a system in JavaScript. */
export const SCRIPT = `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the bytes as they came; header: Loggia-Signature
export function isOurs(body, header, secret, now = Date.now() / 1000) {
  const { t, v1 } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  if (!(Math.abs(now - Number(t)) <= 300)) return false;
  const expected = createHmac('sha256', secret).update(t + '.').update(body).digest();
  const given = Buffer.from(v1 ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
`;
