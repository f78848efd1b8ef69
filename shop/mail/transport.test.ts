import { expect, test } from 'vitest'
import { isNear } from './transport.ts'

test('this machine, a private network and the name of a container count as near', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'mail', '10.0.0.5', '192.168.1.2', '172.20.0.2', '[fd00::1]'])
    expect(isNear(host), host).toBe(true)
  for (const host of ['mail.example', '8.8.8.8', '172.32.0.1', '10.example', '127.0.0.1.example', '[2001:db8::1]'])
    expect(isNear(host), host).toBe(false)
})
