import { execFileSync } from 'node:child_process'

/** Reads mails as another program does: the parser of Debian’s Python, and the verifier of python3-dkim. */
const script = `
import sys, json, dkim, email, email.policy
given = json.load(sys.stdin)
raw = given['source'].encode()
record = given['record'].encode()
message = email.message_from_bytes(raw, policy=email.policy.default)
signature = str(message['DKIM-Signature'] or '')
tags = dict(part.strip().split('=', 1) for part in signature.split(';') if '=' in part)
sender = message['From'].addresses[0]
print(json.dumps({
    'verified': dkim.verify(raw, dnsfunc=lambda name, timeout=5: record),
    'signed': [name.strip().lower() for name in tags.get('h', '').split(':')],
    'domain': tags.get('d', ''),
    'subject': str(message['Subject']),
    'senderName': sender.display_name,
    'sender': sender.addr_spec,
    'oneClick': str(message['List-Unsubscribe-Post'] or ''),
}))`

type Read = Record<'domain' | 'subject' | 'senderName' | 'sender' | 'oneClick', string> & {
  verified: boolean
  signed: string[]
}

export function readMail(source: string, record: string): Read {
  const out = execFileSync('/usr/bin/python3', ['-c', script], { input: JSON.stringify({ source, record }), encoding: 'utf8' })
  return JSON.parse(out) as Read
}
