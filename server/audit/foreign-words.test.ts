import { expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')

test.each(['Ольга', 'ольга', 'Émile', 'émile', 'Анна-Мария', 'анна-мария'])(
  'the words of a search of the audit log find names in other scripts, as written and in small letters: %s',
  async (word) => {
    const name = word.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
    const { id } = (
      await server.post('/admin/users', { name: `${name} K`, email: `${crypto.randomUUID()}@x.org` }, ada)
    ).body
    const { body: project } = await server.post('/projects', { name: `Tests of ${name}` }, ada)
    await server.patch(`/projects/${project.id}`, { description: `By ${name}` }, ada)
    const found = async (query: string) => (await server.get(`/admin/audit?${query}`, ada)).body
    const q = `q=${encodeURIComponent(word)}`
    expect((await found(`${q}&action=user.created`)).map(({ target }: any) => target.id)).toContain(id)
    expect((await found(`${q}&action=project.created`)).map(({ target }: any) => target.id)).toContain(project.id)
  },
)
