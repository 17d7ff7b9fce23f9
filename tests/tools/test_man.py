#!/usr/bin/env python3
"""The manual pages that tools/make_man writes: a page for each command, without a warning of mandoc, with
every word of the program's help.

usage: tests/tools/test_man.py JATO
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.join(os.path.dirname(__file__), "..", "..", "tools", "make_man")
JATO = ""


def printed(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def words(text):
    """Words as a reader sees them, without what parts them, the quotes and the signs of the layout."""
    return re.findall(r"[\w:=./{}@<>+*-]+", re.sub(r".\x08", "", text))


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([TOOL, "--output", cls.folder.name, JATO], check=True,
                       env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
        commands = re.findall(r"^  ([a-z]+) ", printed(JATO, "help").split("\n\n")[2], re.M)
        cls.helps = {f"jato-{name}": printed(JATO, name, "--help") for name in commands if name != "help"}
        cls.helps["jato"] = printed(JATO, "--help")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name + ".1")

    def test_every_command_has_a_page(self):
        self.assertEqual(sorted(os.listdir(self.folder.name)), sorted(name + ".1" for name in self.helps))

    def test_the_pages_are_well_formed(self):
        for name in self.helps:
            done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", self.path(name)],
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_every_word_of_the_help_is_there(self):
        for name, text in self.helps.items():
            page = words(printed("mandoc", "-T", "utf8", "-O", "width=1000", self.path(name)))
            first, rest = text.split("\n", 1)
            first = first.split(": ", 1)[-1].removeprefix("jato ").rstrip(".")
            for part in [first, *rest.replace("usage: ", "").split("\n")]:  # headings have capitals there
                self.assertIn(" ".join(words(part)).lower(), " ".join(page).lower(), name)

    def test_a_day_is_told_only_where_it_is_given(self):
        with open(self.path("jato"), encoding="utf-8") as page:
            self.assertIn('"2023-11-14"', page.readline())


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    JATO = os.path.abspath(sys.argv.pop())
    unittest.main()
