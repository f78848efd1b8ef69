import { describe, expect, test } from 'vitest'
import { readBounce } from './report.ts'
import { bounceWords, isHard } from './words.ts'

const report = (fields: string, { head = '', before = '', coding = '' } = {}) => `Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mx.example>
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4Xb7kR1c2Yz/mx.example"
${head}
This is a MIME-encapsulated message.

--4Xb7kR1c2Yz/mx.example
Content-Type: text/plain; charset=us-ascii

${before}
--4Xb7kR1c2Yz/mx.example
Content-Type: message/delivery-status${coding}

${fields}
--4Xb7kR1c2Yz/mx.example
Content-Type: message/rfc822

Subject: Re: Action: failed, Status: 5.1.1
Content-Type: message/delivery-status

Action: failed
Status: 5.9.9
--4Xb7kR1c2Yz/mx.example--
`

const postfix = report(`Reporting-MTA: dns; mx.dukkan.example
X-Postfix-Queue-ID: 4Xb7kR1c2Yz
X-Postfix-Sender: rfc822; geri+abc@posta.dukkan.example
Arrival-Date: Thu, 26 Nov 2026 04:12:08 +0300 (+03)

Final-Recipient: rfc822; yok@posta.example
Original-Recipient: rfc822;yok@posta.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.posta.example
Diagnostic-Code: smtp; 550 5.1.1 <yok@posta.example>: Recipient address
    rejected: User unknown in virtual mailbox table`)

const noDomain = report(`Reporting-MTA: dns; mx.dukkan.example

Final-Recipient: rfc822; ayse@yazimhatasi.example
Action: failed
Status: 5.4.4
Diagnostic-Code: X-Postfix; Host or domain name not found. Name service error
    for name=yazimhatasi.example type=AAAA: Host not found`)

const exim = report(`Reporting-MTA: dns; cpanel.example

Action: failed
Final-Recipient: rfc822;yok@posta.example
Status: 5.0.0
Remote-MTA: dns; mx.posta.example
Diagnostic-Code: smtp; 550 No such user here`)

const eximOfOld = `Return-path: <>
X-Failed-Recipients: yok@posta.example
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@cpanel.example>
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  yok@posta.example
    host mx.posta.example [203.0.113.9]
    SMTP error from remote mail server after RCPT TO:<yok@posta.example>:
    550 5.1.1 unknown user

------ This is a copy of the message, including all the headers. ------
`

const exchange = `From: <postmaster@firma.example>
Subject: Teslim edilemedi: Siparisiniz alindi
Content-Type: multipart/report; report-type=delivery-status; boundary="_9_"
Auto-Submitted: auto-generated

--_9_
Content-Type: multipart/alternative; boundary="_8_"

--_8_
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: base64

PGI+MQ==
--_8_--

--_9_
Content-Type: message/delivery-status
Content-Transfer-Encoding: quoted-printable

Reporting-MTA: dns;AM0PR01.prod.outlook.example

Final-Recipient: rfc822;yok@firma.example
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient =
not found by SMTP address lookup

--_9_--
`

const gmail = `From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>
X-Failed-Recipients: yok@gmail.example
Content-Type: multipart/report; boundary="000000000000a1b2c3"; report-type=delivery-status

--000000000000a1b2c3
Content-Type: multipart/related; boundary="000000000000d4e5f6"

--000000000000d4e5f6
Content-Type: multipart/alternative; boundary="00000000000017"

--00000000000017
Content-Type: text/plain; charset="UTF-8"

** Adres bulunamadi **
--00000000000017--
--000000000000d4e5f6--
--000000000000a1b2c3
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.example
X-Original-Message-ID: <0199@dukkan.example>

Final-Recipient: rfc822; yok@gmail.example
Action: failed
Status: 5.2.1
Diagnostic-Code: smtp; 550-5.2.1 The email account that you tried to reach is inactive.
 550 5.2.1 For more information, go to the help page
--000000000000a1b2c3--
`

const qmail = `From: MAILER-DAEMON@eski.example
Subject: failure notice

Hi. This is the qmail-send program at eski.example.
I'm afraid I wasn't able to deliver your message to the following addresses.

<yok@eski.example>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.
`

const full = report(`Reporting-MTA: dns; mx.dukkan.example

Final-Recipient: rfc822; dolu@posta.example
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp; 552 5.2.2 The mailbox is over its quota`)

describe('what came back', () => {
  test.each([
    ['Postfix', postfix, '5.1.1', 'Böyle bir e-posta adresi yok'],
    ['Postfix, of a domain that does not exist', noDomain, '5.4.4', 'Adresin alan adı e-posta almıyor'],
    ['Exim, which says 5.0.0', exim, '5.0.0', 'Böyle bir e-posta adresi yok'],
    ['Exim of old', eximOfOld, '5.1.1', 'Böyle bir e-posta adresi yok'],
    ['Exchange', exchange, '5.1.10', 'Böyle bir e-posta adresi yok'],
    [
      'Exchange Online, which hides it',
      full
        .replaceAll('5.2.2', '5.4.1')
        .replace('The mailbox is over its quota', 'Recipient address rejected: Access denied.'),
      '5.4.1',
      'Böyle bir e-posta adresi yok',
    ],
    ['Gmail', gmail, '5.2.1', 'E-posta kutusu kapatılmış'],
    ['qmail', qmail, '5.1.1', 'Böyle bir e-posta adresi yok'],
  ])('by %s says that the address does not work', (_name, source, status, words) => {
    for (const text of [source, source.replaceAll('\n', '\r\n'), `\n${source}`]) {
      const bounce = readBounce(text)
      expect(bounce?.status).toBe(status)
      expect(isHard(bounce ?? { status: '', reason: '' })).toBe(true)
      expect(bounceWords(bounce ?? { status: '', reason: '' })).toBe(words)
    }
  })

  test('has the words of the server in one line', () => {
    expect(readBounce(postfix)?.reason).toBe(
      '550 5.1.1 <yok@posta.example>: Recipient address rejected: User unknown in virtual mailbox table',
    )
    expect(readBounce(exchange)?.reason).toBe(
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    )
    expect(readBounce(eximOfOld)?.reason).toMatch(/550 5\.1\.1 unknown user$/)
  })

  test.each([
    ['a full mailbox', full, 'E-posta kutusu dolu'],
    ['spam', full.replaceAll('5.2.2', '5.7.1'), 'Alıcının sunucusu e-postayı istenmeyen saydı'],
    [
      'a server that was away for days',
      full.replaceAll('5.2.2', '4.4.1'),
      'Alıcının sunucusu e-postayı günlerce kabul etmedi',
    ],
    ['the sender, who is refused', full.replaceAll('5.2.2', '5.1.8'), 'Alıcının sunucusu e-postayı geri çevirdi'],
    [
      'nobody knows what',
      full.replace('552 5.2.2 The mailbox is over its quota', '554 no').replace('5.2.2', '5.0.0'),
      'Alıcının sunucusu e-postayı geri çevirdi',
    ],
  ])('for %s says nothing about the address', (_name, source, words) => {
    const bounce = readBounce(source) ?? { status: '', reason: '' }
    expect(isHard(bounce)).toBe(false)
    expect(bounceWords(bounce)).toBe(words)
  })

  test('is read whatever the coding of the report', () => {
    const fields = 'Final-Recipient: rfc822; yok@posta.example\nAction: failed\nStatus: 5.1.1\n'
    const coded = report(Buffer.from(`\n${fields}`).toString('base64'), {
      coding: '\nContent-Transfer-Encoding: base64',
    })
    expect(readBounce(coded)).toEqual({ status: '5.1.1', reason: '' })
  })
})

describe('what is no bounce', () => {
  test.each([
    ['a delay', full.replace('Action: failed', 'Action: delayed').replaceAll('5.2.2', '4.4.1')],
    ['a receipt', full.replace('Action: failed', 'Action: delivered').replaceAll('5.2.2', '2.0.0')],
    [
      'an answer of somebody on holiday',
      'Auto-Submitted: auto-replied\nSubject: Tatildeyim\n\nAction: failed\nStatus: 5.1.1\n',
    ],
    [
      'an answer of somebody else',
      'Subject: Re\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nHi. I wrote it.\n--x--\n',
    ],
    ['nothing', ''],
    ['a head without a body', 'Content-Type: message/delivery-status'],
    [
      'parts without end',
      `Content-Type: multipart/report; boundary=x\n\n${'--x\nContent-Type: multipart/report; boundary=x\n\n'.repeat(5000)}`,
    ],
    [
      'a boundary of nothing',
      'Content-Type: multipart/report; boundary=""\n\n--\nContent-Type: message/delivery-status\n\nAction: failed\n',
    ],
    ['bytes', String.fromCharCode(...Array.from({ length: 2000 }, (_, i) => (i * 7) % 256))],
  ])('%s', (_name, source) => {
    const began = performance.now()
    expect(readBounce(source)).toBeUndefined()
    expect(performance.now() - began).toBeLessThan(5000)
  })
})
