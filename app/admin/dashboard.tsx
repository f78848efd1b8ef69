/** What the shop is doing today. */
export default function Dashboard() {
  return <h1 className="font-display text-2xl">Genel bakış</h1>
}
