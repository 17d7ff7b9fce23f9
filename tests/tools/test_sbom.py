#!/usr/bin/env python3
"""The bill of materials has every library that is linked, with a licence, and the lists agree.

usage: tests/tools/test_sbom.py BUILD
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.join(ROOT, "tools", "release", "make_sbom")
PACKAGE_FIELDS = ("name", "SPDXID", "downloadLocation", "licenseDeclared", "licenseConcluded")
failures = []


def expect(good, words):
    if not good:
        failures.append(words)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def libraries_of(binary):
    text = run("readelf", "-d", binary).stdout
    return set(re.findall(r"\(NEEDED\)[^[]*\[([^]]+)\]", text))


def the_document_is_whole(path, binary):
    with open(path, encoding="utf-8") as written:
        document = json.load(written)
    expect(document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0", "no SPDX 2.3")
    expect(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["creationInfo"]["created"]), "time")
    packages = {package["SPDXID"]: package for package in document["packages"]}
    expect(len(packages) == len(document["packages"]), "two packages have one id")
    for identity, package in packages.items():
        expect(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", identity), f"the id {identity}")
        for field in PACKAGE_FIELDS:
            expect(package.get(field), f"{package['name']} has no {field}")
        expect(package["licenseDeclared"] != "NOASSERTION", f"{package['name']} has no licence")
    for relation in document["relationships"]:
        expect(relation["relatedSpdxElement"] in packages, f"nothing is {relation}")
    linked = libraries_of(binary)
    expect(linked, f"{binary} links to nothing")
    listed = {package["name"] for package in document["packages"]}
    expect(linked <= listed, f"not in the document: {linked - listed}")


def the_same_again(binary):
    first, second = (run(TOOL, "--version", "1", binary).stdout for _ in range(2))
    expect(first and first == second, "two documents of one file differ")


def an_unknown_library_is_refused(binary):
    with tempfile.TemporaryDirectory() as scratch:
        os.mkdir(os.path.join(scratch, "release"))
        tool = shutil.copy(TOOL, os.path.join(scratch, "release"))
        with open(os.path.join(ROOT, "tools", "dependencies.json"), encoding="utf-8") as listed:
            kept = [d for d in json.load(listed) if d["name"] != "glibc"]
        with open(os.path.join(scratch, "dependencies.json"), "w", encoding="utf-8") as out:
            json.dump(kept, out)
        result = run(tool, "--version", "1", binary)
    expect(result.returncode != 0, "a library without a licence was taken")
    expect("is linked, and tools/dependencies.json does not have it" in result.stderr, result.stderr)


def what_options_link_is_known():
    """Libraries that this build may not have, since they are linked where an option asks for them."""
    known = {"libmpi.so.40": "Open MPI", "libmpich.so.12": "MPICH", "libmpi.so.12": "any other MPI",
             "libmpi_cray.so.12": "any other MPI", "libomp.so.5": "libomp", "libhdf5.so.103": "HDF5"}
    with tempfile.TemporaryDirectory() as scratch:
        source, program = os.path.join(scratch, "nothing.c"), os.path.join(scratch, "program")
        with open(source, "w", encoding="utf-8") as out:
            out.write("int main(void) { return 0; }\n")
        libraries = [os.path.join(scratch, name) for name in known]
        for path in libraries:
            run("cc", "-shared", "-fPIC", f"-Wl,-soname,{os.path.basename(path)}", "-Dmain=f", "-o", path, source)
        run("cc", "-Wl,--no-as-needed", "-o", program, source, *libraries)
        result = run(TOOL, "--version", "1", program)
    expect(result.returncode == 0, result.stderr)
    packages = json.loads(result.stdout)["packages"] if result.returncode == 0 else []
    found = {package["name"]: package["comment"].split(":")[0] for package in packages}
    for library, name in known.items():
        expect(found.get(library) == name, f"{library} is {found.get(library)}, not {name}")


def the_lists_agree():
    with open(os.path.join(ROOT, "docs", "security.md"), encoding="utf-8") as document:
        expect(run(TOOL, "--table").stdout.strip() in document.read(),
               "the table of docs/security.md is not that of tools/release/make_sbom --table")
    installed = run(os.path.join(ROOT, "tools", "install-deps"), "--list", "all").stdout.split()
    with open(os.path.join(ROOT, "tools", "dependencies.json"), encoding="utf-8") as listed:
        for dependency in json.load(listed):
            expect(dependency["debian"] in installed or not dependency["debian"],
                   f"tools/install-deps does not install {dependency['debian']}")


build = sys.argv[1]
program = os.path.join(build, "jato")
the_document_is_whole(os.path.join(build, "jato.spdx.json"), program)
the_same_again(program)
an_unknown_library_is_refused(program)
what_options_link_is_known()
the_lists_agree()
for failure in failures:
    print(f"test_sbom: {failure}", file=sys.stderr)
sys.exit(1 if failures else 0)
