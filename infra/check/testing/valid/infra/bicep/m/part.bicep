metadata description = 'A part'
type tier = 'hot' | 'cool'
type shape = {
  name: string
  size: int?
  tags: { *: string }
}
type list = shape[]
@description('x')
param shapes list
param kind tier = 'hot'
param optional string?
param numbers int[] = [1, 2]
param object object = {}
@export()
func greet(name string) string => 'hello ${name}'
var first = shapes[0].name
var sizes = map(shapes, s => s.?size ?? 0)
var filtered = filter(shapes, (s, i) => s.name != 'x' && i > 0)
var names = join(map(filtered, s => toLower(s.name)), ',')
var total = reduce(numbers, 0, (a, b) => a + b)
var dict = toObject(shapes, s => s.name, s => s.tags)
var sorted = sort(numbers, (a, b) => a < b)
var text = '''
multi ${not}
'''
output a string = '${first}-${names}-${kind}-${optional ?? 'none'}-${text}'
output b int = total + length(sizes) * 2 - 1 % 3 / 1
output c object = union(dict, object)
output d array = [for (n, i) in sorted: { n: n, i: i }]
output e string = greet(first)
output f bool = contains(object, 'x') || empty(names) && !(kind =~ 'HOT')
output g string[] = [for s in shapes: s.name]
output h string = contains(object, 'a') ? object.a : object['b']
