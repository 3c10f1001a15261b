main::IO()
main=print["Hi, there!"," How are you?"]