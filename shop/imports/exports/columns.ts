import type { Sight } from '../../rights.ts'
import type { Column } from '../../xlsx.ts'

/** `sight`: not everybody who may take the list sees the column. */
export type SeenColumn = Column & { sight?: Sight }
