"""The page of the Python interface, from the docstrings of the package; tools/make_reference writes and checks it.

The source is read and not imported: no library is needed. Docstrings are numpydoc's.
"""
import ast
import inspect
import re
from pathlib import Path

# Modules and the headings of the page, in reading order; names of other modules come last.
HEADINGS = {
    "_minimize": "Minimise",
    "_result": "Minimise",
    "_engine": "Minimise",
    "_many": "Minimise",
    "_ranks": "Over ranks",
    "_space": "Variables and constraints",
    "_problem": "Problems",
    "_run": "Ask and tell",
    "_method": "Methods of your own",
    "_record": "Run files",
    "_compare": "Compare methods",
    "_comparison": "Compare methods",
    "_scipy": "Inside SciPy",
    "_simulate": "Simulators",
    "_catalogue": "What there is",
    "_library": "Errors",
    "_workers": "Errors",
}
OTHERS = "More"
SETTINGS = ("Those under Other Parameters.", "Every setting of [settings.md](settings.md).")


def public_names(package: Path):
    """(module, name) of what the package exports, in the order of its imports."""
    tree = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    listed = next(node.value for node in tree.body
                  if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    wanted = set(ast.literal_eval(listed))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module, alias.name) for alias in node.names if alias.name in wanted)


def definition(package: Path, module: str, name: str):
    """The class or function; of overloads, the one that has a body. None for a plain value."""
    tree = ast.parse((package / f"{module}.py").read_text(encoding="utf-8"))
    found = [node for node in tree.body
             if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name]
    return found[-1] if found else None


# ---- A docstring in Markdown ------------------------------------------------------------------

def prose(text: str) -> str:
    """Paragraphs, one sentence a line; literals of two backticks have one in Markdown."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    lines = [re.sub(r"(?<=[.?!]) (?=[A-Z])", "\n", " ".join(one.split())) for one in paragraphs]
    return re.sub(r"``(.+?)``", r"`\1`", "\n\n".join(lines))


def entries(text: str) -> str:
    """name : type, and what it means below it, as a list."""
    out = []
    for block in re.split(r"\n(?=\S)", text.strip("\n")):
        head, _, about = block.partition("\n")
        names, _, kind = (part.strip() for part in head.partition(" : "))
        code = ", ".join(f"`{name.strip()}`" for name in names.split(",")) if kind or about else f"`{names}`"
        words = " ".join(prose(inspect.cleandoc(about)).split())
        out.append(f"- {code}{f' ({kind})' if kind else ''}{f': {words}' if words else ''}")
    return "\n".join(out)


def returned(text: str) -> str:
    """As entries; a line without a name is a type."""
    if re.search(r"^\S+ : ", text, re.M):
        return entries(text)
    head, _, about = text.strip("\n").partition("\n")
    words = " ".join(prose(inspect.cleandoc(about)).split())
    return f"- {head.strip()}{f': {words}' if words else ''}"


def examples(text: str) -> str:
    """Sessions in fences, with what is said between them."""
    out = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        out.append(f"```pycon\n{block}\n```" if block.startswith(">>>") else prose(block))
    return "\n\n".join(out)


def markdown(words: str) -> str:
    parts = re.split(r"^([A-Z][A-Za-z ]+)\n-{3,}\n", inspect.cleandoc(words), flags=re.M)
    out = [prose(parts[0])]
    for title, text in zip(parts[1::2], parts[2::2]):
        write = {"Examples": examples, "Notes": prose, "Returns": returned}.get(title, entries)
        out.append(write(text) if title in ("Examples", "Notes") else f"{title}:\n\n{write(text)}")
    return "\n\n".join(out)


# ---- Signatures -------------------------------------------------------------------------------

def signature(node: ast.FunctionDef, name: str) -> str:
    """On one line, or a line for each parameter where it would be long."""
    bare = ast.unparse(without_types(node.args))
    parts = [part for part in split(bare) if part not in ("self", "cls")]
    line = f"{name}({', '.join(parts)})"
    return line if len(line) <= 100 else f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + ")"


def without_types(arguments: ast.arguments) -> ast.arguments:
    for one in ast.walk(arguments):
        if isinstance(one, ast.arg):
            one.annotation = None
    return arguments


def split(text: str):
    """Parameters, parted by commas outside of brackets and quotes."""
    return [part.strip() for part in re.findall(r"""(?:[^,('"\[]|\([^)]*\)|\[[^\]]*\]|'[^']*'|"[^"]*")+""", text)]


def decorated(node, name: str) -> bool:
    return any(name in ast.unparse(one) for one in node.decorator_list)


def of_class(node: ast.ClassDef) -> str:
    """What is written to make one, for those that the caller makes."""
    if decorated(node, "dataclass"):
        rows = [one for one in node.body if isinstance(one, ast.AnnAssign)]
        parts = [one.target.id + (f"={ast.unparse(one.value)}" if one.value else "") for one in rows]
        return f"{node.name}({', '.join(parts)})"
    begin = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
    return signature(begin[0], node.name) if begin else node.name


def section(node) -> str:
    words = ast.get_docstring(node)
    is_class = isinstance(node, ast.ClassDef)
    out = [f"### `{node.name}`"]
    if not is_class or "Parameters\n---" in words:
        out.append(f"```python\n{of_class(node) if is_class else signature(node, node.name)}\n```")
    out.append(markdown(words))
    for one in node.body if is_class else ():
        if not isinstance(one, ast.FunctionDef) or one.name.startswith("_"):
            continue
        name = f"{node.name}.{one.name}"
        if decorated(one, "property"):
            out.append(f"#### `{name}`\n\n{markdown(ast.get_docstring(one))}")
        else:
            out.append(f"#### `{name}`\n\n```python\n{signature(one, one.name)}\n```\n\n"
                       + markdown(ast.get_docstring(one)))
    return "\n\n".join(out)


def reference(package: Path) -> str:
    """The page, below its own first words."""
    by_heading = {heading: [] for heading in [*HEADINGS.values(), OTHERS]}
    order = list(HEADINGS)
    found = sorted(public_names(package),
                   key=lambda pair: order.index(pair[0]) if pair[0] in order else len(order))
    for module, name in found:
        node = definition(package, module, name)
        if node is not None:
            by_heading[HEADINGS.get(module, OTHERS)].append(section(node))
    parts = ["\n\n".join([f"## {heading}", *sections]) for heading, sections in by_heading.items() if sections]
    return "\n\n".join(parts).replace(*SETTINGS) + "\n"
