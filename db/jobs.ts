import pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import { type Connection, Listener } from './listener.ts'

type Jobs = { options: ConstructorOptions; close(): Promise<void> }

/**
 * The job queue's own connections. Its usual ones stop listening for errors at the first: a second on the same connection,
 * as a pooler sends when its server is killed, would end the process. And they return to LISTEN after up to half a minute.
 */
export function openJobConnections(connection: Connection, isThere: () => Promise<boolean>): Jobs {
  const config = { ...connection, application_name: 'butik-jobs' }
  const pool = new pg.Pool({ ...config, max: 3 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    options: {
      db: {
        executeSql: (text, values) => pool.query(text, values),
        async listen(channel, onPayload, onGap) {
          const listener = new Listener(config, isThere)
          await listener.listen({ channel, onPayload, onGap })
          return listener
        },
      },
    },
    close: () => pool.end(),
  }
}
