/**
 * The least that a release can cost: Node's HTTP server, the cryptography of one release with keys of its own, and one row of
 * the size of a record with its id, durable before the answer. It checks, limits and verifies nothing else. Arguments: the mode,
 * the port, and a folder.
 */
import {
  createCipheriv,
  createDecipheriv,
  diffieHellman,
  generateKeyPairSync,
  hash,
  hkdfSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const [mode = '', port = '', folder = ''] = process.argv.slice(2);

const WRAP_IV = Buffer.alloc(8, 0xa6);
const NO_SALT = new Uint8Array(0);
/** Lengths of a usual grant, proof, context and record. */
const [GRANT, PROOF, INFO, RECORD] = [1100, 400, 300, 1250];

const room = generateKeyPairSync('ed25519');
const client = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const [grant, proof] = [randomBytes(GRANT), randomBytes(PROOF)];
const granted = sign(null, grant, room.privateKey);
const proven = sign('sha256', proof, { key: client.privateKey, dsaEncoding: 'ieee-p1363' });
const [kek, iv] = [randomBytes(32), randomBytes(12)];
const wrapping = createCipheriv('aes-256-gcm', kek, iv);
const wrapped = Buffer.concat([wrapping.update(randomBytes(32)), wrapping.final()]);
const tag = wrapping.getAuthTag();

function released(): object {
  if (!verify(null, grant, room.publicKey, granted)) throw new Error('the grant is wrong');
  const key = { key: client.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (mode === 'device' && !verify('sha256', proof, key, proven)) throw new Error('the proof is wrong');
  const opening = createDecipheriv('aes-256-gcm', kek, iv, { authTagLength: 16 }).setAuthTag(tag);
  const dataKey = Buffer.concat([opening.update(wrapped), opening.final()]);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const epk = publicKey.export({ format: 'raw-public' }).toString('base64url');
  const shared = diffieHellman({ privateKey, publicKey: client.publicKey });
  const info = hash('sha256', epk, 'base64url').padEnd(INFO, 'x');
  const sealing = createCipheriv('id-aes256-wrap', Buffer.from(hkdfSync('sha256', shared, NO_SALT, info, 32)), WRAP_IV);
  const wrappedKey = Buffer.concat([sealing.update(dataKey), sealing.final()]).toString('base64url');
  const sig = sign(null, Buffer.from(info + wrappedKey), room.privateKey).toString('base64url');
  return { epk, wrapped_key: wrappedKey, sig };
}

const database = new DatabaseSync(join(folder, 'bare.db'));
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = 4000;
  CREATE TABLE records (seq INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE ids (id BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
`);
const [begin, addRecord, addId, commit] = [
  database.prepare('BEGIN IMMEDIATE'),
  database.prepare('INSERT INTO records (text) VALUES (?)'),
  database.prepare('INSERT INTO ids (id) VALUES (?)'),
  database.prepare('COMMIT'),
];

createServer((request, response) => {
  let text = '';
  request
    .setEncoding('utf8')
    .on('data', (piece: string) => {
      text += piece;
    })
    .on('end', () => {
      const isRelease = request.method === 'POST' && typeof JSON.parse(text) === 'object';
      const answer = JSON.stringify({ data: isRelease ? released() : {} });
      if (isRelease) {
        begin.run();
        addRecord.run('x'.repeat(RECORD));
        addId.run(randomBytes(16));
        commit.run();
      }
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) });
      response.end(answer);
    });
}).listen(Number(port), '127.0.0.1');
