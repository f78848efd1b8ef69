import { execFileSync } from 'node:child_process'

/** Reads mails as another program does: the parser of Debian’s Python, and the verifier of python3-dkim. */
const script = `
import sys, json, dkim, email, email.utils
from email.header import decode_header, make_header
given = json.load(sys.stdin)
raw = given['source'].encode()
record = given['record'].encode()
message = email.message_from_bytes(raw)
read = lambda name: str(make_header(decode_header(message[name] or '')))
signature = message['DKIM-Signature'] or ''
tags = dict(part.strip().split('=', 1) for part in signature.split(';') if '=' in part)
name, sender = email.utils.parseaddr(message['From'])
print(json.dumps({
    'verified': dkim.verify(raw, dnsfunc=lambda name, timeout=5: record),
    'signed': [name.strip().lower() for name in tags.get('h', '').split(':')],
    'domain': tags.get('d', ''),
    'subject': read('Subject'),
    'senderName': str(make_header(decode_header(name))),
    'sender': sender,
    'oneClick': read('List-Unsubscribe-Post'),
}))`

type Read = Record<'domain' | 'subject' | 'senderName' | 'sender' | 'oneClick', string> & {
  verified: boolean
  signed: string[]
}

export function readMail(source: string, record: string): Read {
  const out = execFileSync('/usr/bin/python3', ['-c', script], {
    input: JSON.stringify({ source, record }),
    encoding: 'utf8',
  })
  return JSON.parse(out) as Read
}
